import com.badlogic.gdx.math.Vector3;
import com.badlogic.gdx.physics.bullet.Bullet;
import com.badlogic.gdx.physics.bullet.collision.*;
import com.badlogic.gdx.physics.bullet.dynamics.*;

/** A ball falls for a second in 60 steps, as above. */
class Main {
  public static void main(String[] names) {
    Bullet.init();
    btDefaultCollisionConfiguration configuration = new btDefaultCollisionConfiguration();
    btDynamicsWorld world = new btDiscreteDynamicsWorld(
        new btCollisionDispatcher(configuration), new btDbvtBroadphase(), new btSequentialImpulseConstraintSolver(), configuration);
    world.setGravity(new Vector3(0, -10, 0));
    btRigidBody body = new btRigidBody(1, null, new btSphereShape(1), new Vector3(0.4f, 0.4f, 0.4f));
    body.setWorldTransform(new com.badlogic.gdx.math.Matrix4().setToTranslation(0, 100, 0));
    world.addRigidBody(body);
    for (int i = 0; i < 60; i++) {
      world.stepSimulation(1 / 60f, 1, 1 / 60f);
    }
    System.out.println(Math.round(body.getWorldTransform().getTranslation(new Vector3()).y * 100));
  }
}
