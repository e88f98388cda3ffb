import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.BodyDef;
import com.badlogic.gdx.physics.box2d.CircleShape;
import com.badlogic.gdx.physics.box2d.World;

/** A body falls for a second in 60 steps: y = 100 - 10 * (60 * 61 / 2) / 3600. */
class Main {
  public static void main(String[] names) {
    World world = new World(new Vector2(0, -10), true);
    BodyDef def = new BodyDef();
    def.type = BodyDef.BodyType.DynamicBody;
    def.position.set(0, 100);
    Body body = world.createBody(def);
    CircleShape shape = new CircleShape();
    shape.setRadius(1);
    body.createFixture(shape, 1);
    for (int i = 0; i < 60; i++) {
      world.step(1 / 60f, 6, 2);
    }
    System.out.println(Math.round(body.getPosition().y * 1000) + " " + Math.round(body.getMass() * 1000) + " " + world.getBodyCount());
  }
}
